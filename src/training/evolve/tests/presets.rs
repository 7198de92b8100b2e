//! The published evolutions.

use super::*;

#[test]
fn presets_are_those_of_table_4_9() {
    // The columns of the table: 01, 02, 06, 07.
    let columns = [
        (Preset::Evolution01, [0.2, 0.2, 2.0, 0.2, 30.0, 1.0, 20.0]),
        (Preset::Evolution02, [1.0, 0.05, 2.0, 0.2, 30.0, 1.0, 20.0]),
        (Preset::Evolution06, [0.2, 0.05, 2.0, 0.2, 30.0, 0.7, 20.0]),
        (Preset::Evolution07, [0.2, 0.05, 2.0, 0.2, 20.0, 1.0, 100.0]),
    ];
    assert_eq!(columns.map(|(preset, _)| preset), Preset::ALL);
    for (preset, column) in columns {
        let settings = preset.settings();
        let breeding = &settings.breeding;
        let found = [
            breeding.mutation,
            breeding.weight_mutation,
            breeding.mutation_variance,
            breeding.crossover,
            settings.population as f64,
            settings.opponent_replacement,
            f64::from(preset.generations()),
        ];
        assert_eq!(found, column, "{preset:?}");
    }
}

#[test]
fn presets_agree_in_what_the_text_gives_for_all() {
    for preset in Preset::ALL {
        let settings = preset.settings();
        let breeding = &settings.breeding;
        assert_eq!((breeding.first_mean, breeding.first_variance), (1.0, 0.2));
        assert_eq!(breeding.neuron_crossover, 0.5);
        assert_eq!(
            (breeding.exchange, breeding.children),
            (Exchange::Incoming, 2)
        );
        assert!(!breeding.biases);
        assert_eq!((settings.view, settings.keep), (View::White, Keep::All));
        let games = (settings.games, settings.depth, settings.max_plies);
        assert_eq!((settings.variant, games), (Variant::Czech, (100, 3, 150)));
    }
}
