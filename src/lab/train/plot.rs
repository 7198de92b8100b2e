//! Plots a training run as SVG. Begin with [`write()`].

use kamen_files::write_whole;
use kamen_training::fit::{Epoch, Validation};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::fmt::Display;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Width and height, in pixels.
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
        draw_calibration(&right, &last.validation)?;
    }
    area.present().map_err(text)
}

fn text(error: impl Display) -> String {
    error.to_string()
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A line of the loss chart: its name, and the loss by epoch.
type Line = (String, Vec<(f64, f64)>);

/// The losses by epoch. Phases without positions have none.
fn lines(epochs: &[Epoch]) -> Vec<Line> {
    let points = |loss: &dyn Fn(&Epoch) -> Option<f64>| -> Vec<(f64, f64)> {
        let points = epochs.iter();
        let points = points.filter_map(|epoch| Some((f64::from(epoch.number), loss(epoch)?)));
        points.collect()
    };
    let all = [
        (
            "learning".to_owned(),
            points(&|epoch| Some(epoch.training_loss)),
        ),
        (
            "held back".to_owned(),
            points(&|epoch| Some(epoch.validation.loss)),
        ),
    ];
    let phases = (0..Validation::PHASES).map(|phase| {
        let most = 100 * (phase + 1) / Validation::PHASES;
        let points = points(&|epoch| epoch.validation.phases[phase].mean_loss());
        (format!("held back, to {most}% of the pieces"), points)
    });
    let lines = all.into_iter().chain(phases);
    lines.filter(|(_, points)| !points.is_empty()).collect()
}

/// The range from the least to the greatest loss, with a margin.
fn range(lines: &[Line]) -> Range<f64> {
    let losses = lines.iter().flat_map(|(_, points)| points);
    let (least, most) = losses.fold((f64::MAX, f64::MIN), |(least, most), (_, loss)| {
        (least.min(*loss), most.max(*loss))
    });
    least - 0.01..most + 0.01
}

fn draw_losses(area: &Area<'_>, epochs: &[Epoch]) -> Result<(), String> {
    let lines = lines(epochs);
    if lines.is_empty() {
        return Ok(());
    }
    let mut chart = ChartBuilder::on(area)
        .caption("Loss", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(48)
        .build_cartesian_2d(0.5..epochs.len() as f64 + 0.5, range(&lines))
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

fn draw_calibration(area: &Area<'_>, validation: &Validation) -> Result<(), String> {
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
    let bins = validation.calibration.iter();
    let points: Vec<(f64, f64)> = bins
        .filter_map(|bin| bin.mean_prediction().zip(bin.mean_result()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_training::fit::Bin;

    #[test]
    fn a_bin_without_positions_is_left_out() {
        let bin = |positions: u64, loss: f64| Bin {
            positions,
            loss: positions as f64 * loss,
            ..Bin::default()
        };
        let epoch = |number: u32, last: Bin| Epoch {
            number,
            training_loss: 0.65,
            validation: Validation {
                loss: 0.6,
                phases: [bin(0, 0.0), bin(3, 0.5), bin(7, 0.62), last],
                ..Validation::default()
            },
            positions: 100,
        };
        let epochs = [epoch(1, bin(0, 0.0)), epoch(2, bin(2, 0.64))];
        let lines = lines(&epochs);
        let lengths: Vec<usize> = lines.iter().map(|(_, points)| points.len()).collect();
        assert_eq!(lengths, [2, 2, 2, 2, 1]);
        assert_eq!(range(&lines), 0.49..0.66);
        assert!(draw(&mut String::new(), &epochs).is_ok());
        assert!(draw(&mut String::new(), &[]).is_ok());
    }
}
