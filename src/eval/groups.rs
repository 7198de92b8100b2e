//! The groups of terms of the hand-made evaluation. Begin with [`Groups`].

use std::fmt;
use std::str::FromStr;

/// A kind of term, as the lecture on minimax divides them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What the pieces are worth.
    Material,
    /// Where they stand.
    Static,
    /// How they stand together: blocked and isolated men.
    Dynamic,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 3] = [Group::Material, Group::Static, Group::Dynamic];

    fn name(self) -> &'static str {
        match self {
            Group::Material => "material",
            Group::Static => "static",
            Group::Dynamic => "dynamic",
        }
    }
}

/// Some of the groups, written as `material+static`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups([bool; Group::ALL.len()]);

impl Groups {
    /// Whether a group is one of them.
    #[inline(always)]
    pub fn has(self, group: Group) -> bool {
        self.0[group as usize]
    }
}

impl Default for Groups {
    /// Material and static.
    fn default() -> Groups {
        Groups([true, true, false])
    }
}

/// A text that names no groups.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown terms '{0}' of the hand-made evaluation, expected material, static and dynamic, joined by +"
)]
pub struct UnknownGroup(String);

impl FromStr for Groups {
    type Err = UnknownGroup;

    fn from_str(text: &str) -> Result<Groups, UnknownGroup> {
        let mut groups = Groups([false; Group::ALL.len()]);
        for name in text.split('+') {
            let named = Group::ALL.into_iter().find(|group| group.name() == name);
            let named = named.ok_or_else(|| UnknownGroup(text.chars().take(40).collect()))?;
            groups.0[named as usize] = true;
        }
        Ok(groups)
    }
}

impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let present = Group::ALL.into_iter().filter(|group| self.has(*group));
        let names: Vec<&str> = present.map(Group::name).collect();
        f.write_str(&names.join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_named_in_any_order_and_others_refused() {
        for (text, written) in [
            ("material", "material"),
            ("dynamic+material", "material+dynamic"),
            ("static+static", "static"),
        ] {
            assert_eq!(text.parse::<Groups>().unwrap().to_string(), written);
        }
        for text in ["", "Material", "material,static", "material+", "mobility"] {
            assert!(text.parse::<Groups>().is_err(), "{text}");
        }
    }
}
