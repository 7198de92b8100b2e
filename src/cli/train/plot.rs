//! A picture of a training run.

use crate::training::fit::{Epoch, Report};
use crate::util::write_whole;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// Pixels.
const SIZE: (u32, u32) = (1000, 440);

/// Writes the losses by epoch and phase, and the calibration of the last epoch, as SVG.
pub(super) fn write(path: &Path, epochs: &[Epoch]) -> io::Result<()> {
    let mut svg = String::new();
    draw(&mut svg, epochs).map_err(io::Error::other)?;
    write_whole(path, svg.as_bytes())
}

fn draw(svg: &mut String, epochs: &[Epoch]) -> Result<(), String> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE).map_err(text)?;
    let (left, right) = area.split_horizontally(SIZE.0 / 2);
    draw_losses(&left, epochs)?;
    if let Some(last) = epochs.last() {
        draw_calibration(&right, &last.report)?;
    }
    area.present().map_err(text)
}

fn text(error: impl Display) -> String {
    error.to_string()
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_losses(area: &Area<'_>, epochs: &[Epoch]) -> Result<(), String> {
    let line = |loss: &dyn Fn(&Epoch) -> f64| -> Vec<(f64, f64)> {
        epochs
            .iter()
            .map(|epoch| (f64::from(epoch.number), loss(epoch)))
            .collect()
    };
    let mut lines = vec![
        ("learning".to_owned(), line(&|epoch| epoch.learned)),
        ("held back".to_owned(), line(&|epoch| epoch.report.loss)),
    ];
    for phase in 0..Report::PHASES {
        let name = format!(
            "held back, to {}% of the pieces",
            100 * (phase + 1) / Report::PHASES
        );
        lines.push((
            name,
            line(&|epoch| epoch.report.phases[phase].mean(epoch.report.phases[phase].loss)),
        ));
    }
    let losses = lines
        .iter()
        .flat_map(|(_, points)| points.iter().map(|point| point.1));
    let (least, most) = losses.fold((f64::MAX, f64::MIN), |(least, most), x| {
        (least.min(x), most.max(x))
    });
    let mut chart = ChartBuilder::on(area)
        .caption("Loss", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(48)
        .build_cartesian_2d(0.5..epochs.len() as f64 + 0.5, least - 0.01..most + 0.01)
        .map_err(text)?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .draw()
        .map_err(text)?;
    for (i, (name, points)) in lines.into_iter().enumerate() {
        let color = Palette99::pick(i).to_rgba();
        chart
            .draw_series(LineSeries::new(points, &color))
            .map_err(text)?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    let labels = chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw();
    labels.map_err(text)
}

fn draw_calibration(area: &Area<'_>, report: &Report) -> Result<(), String> {
    let mut chart = ChartBuilder::on(area)
        .caption(
            "Calibration of White's chance, held back",
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(48)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)
        .map_err(text)?;
    let mesh = chart
        .configure_mesh()
        .x_desc("chance given")
        .y_desc("mean result")
        .draw();
    mesh.map_err(text)?;
    let ideal = LineSeries::new([(0.0, 0.0), (1.0, 1.0)], BLACK.mix(0.4));
    chart.draw_series(ideal).map_err(text)?;
    let bins = report.calibration.iter().filter(|bin| bin.positions > 0);
    let points: Vec<(f64, f64)> = bins
        .map(|bin| (bin.mean(bin.chance), bin.mean(bin.result)))
        .collect();
    chart
        .draw_series(LineSeries::new(points.iter().copied(), &BLUE))
        .map_err(text)?;
    let dots = points
        .into_iter()
        .map(|point| Circle::new(point, 4, BLUE.filled()));
    chart.draw_series(dots).map_err(text)?;
    Ok(())
}
