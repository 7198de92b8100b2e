//! Tables as text, for a terminal.

/// A table: numbers right-aligned, the column of names left-aligned.
pub struct TextTable {
    lines: Vec<Vec<String>>,
    /// Index of the left-aligned column.
    left: usize,
}

impl TextTable {
    /// A table with this head; the column with the index `left` is left-aligned.
    pub fn new(head: &[&str], left: usize) -> TextTable {
        let head = head.iter().map(|word| (*word).to_owned()).collect();
        TextTable {
            lines: vec![head],
            left,
        }
    }

    /// Adds a line.
    pub fn push(&mut self, cells: Vec<String>) {
        self.lines.push(cells);
    }

    /// The table as lines.
    pub fn text(&self) -> String {
        let columns = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for line in &self.lines {
            let cells = line.iter().zip(&widths).enumerate();
            let cells: Vec<String> = cells
                .map(|(column, (cell, &width))| {
                    if column == self.left {
                        format!("{cell:width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                })
                .collect();
            text.push_str(cells.join("  ").trim_end());
            text.push('\n');
        }
        text
    }
}
