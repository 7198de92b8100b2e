//! Draws the nodes of searches by depth as SVG. Begin with [`write()`].

use super::Row;
use kamen_core::rules::Variant;
use kamen_files::write_whole;
use kamen_players::Techniques;
use plotters::prelude::*;
use std::io;
use std::path::Path;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (760, 460);

/// Writes a chart with a line for each combination of techniques.
pub(crate) fn write(path: &Path, variant: Variant, rows: &[Row]) -> io::Result<()> {
    let mut svg = String::new();
    draw(&mut svg, variant, rows).map_err(io::Error::other)?;
    write_whole(path, svg.as_bytes())
}

type Fault = DrawingAreaErrorKind<std::io::Error>;

/// The nodes by depth.
fn points(rows: &[Row], techniques: &str) -> Vec<(f64, f64)> {
    let own = rows.iter().filter(|row| row.techniques == techniques);
    own.map(|row| (f64::from(row.depth), row.count.nodes as f64))
        .collect()
}

fn draw(svg: &mut String, variant: Variant, rows: &[Row]) -> Result<(), Fault> {
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(1);
    let most = rows.iter().map(|row| row.count.nodes).max().unwrap_or(1);
    let depths = 0.5..f64::from(deepest) + 0.5;
    let nodes = (1.0..2.0 * most as f64).log_scale();
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("Nodes of minimax, {variant}"), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(72)
        .build_cartesian_2d(depths, nodes)?;
    chart
        .configure_mesh()
        .x_desc("depth, plies")
        .y_desc("nodes")
        .y_label_formatter(&|nodes| format!("{nodes:.0}"))
        .draw()?;
    for (i, (name, _)) in Techniques::COMPARED.into_iter().enumerate() {
        let color = Palette99::pick(i).to_rgba();
        chart
            .draw_series(LineSeries::new(points(rows, name), &color))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .draw()?;
    area.present()
}
