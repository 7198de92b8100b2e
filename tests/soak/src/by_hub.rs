//! A block by Hub: two engines that live through all of its games.

use crate::block::Block;
use crate::health::Health;
use crate::hub_engine::{HubEngine, PATIENCE};
use crate::hub_game;
use crate::report::Tally;
use kamen_core::rules::Variant;
use std::path::Path;

/// Games between two looks at the process.
const LOOK: u64 = 50;

/// Plays a block. A fault ends its game; the engines are started anew then.
///
/// # Errors
/// No engine can be started.
pub fn play(
    block: Block,
    program: &Path,
    tally: &mut Tally,
    health: &mut Health,
) -> Result<(), String> {
    let start = || Ok::<_, String>([HubEngine::start(program)?, HubEngine::start(program)?]);
    let mut engines = start()?;
    for number in 0..block.settings.games {
        let variant = Variant::ALL[number as usize % Variant::ALL.len()];
        let mut random = block.random(number);
        let played = hub_game::play(
            &mut engines,
            variant,
            block.settings.clock,
            &mut random,
            tally,
        );
        let looked = played.and_then(|()| match number % LOOK {
            0 => look(&mut engines[0], number, health),
            _ => Ok(()),
        });
        if let Err(fault) = looked {
            tally.fault(format!(
                "block {}, game {number}, {variant}: {fault}",
                block.number
            ));
            engines = start()?;
        }
        tally.games += 1;
        *tally.variants.entry(variant.to_string()).or_default() += 1;
    }
    for engine in engines {
        engine.quit()?;
    }
    Ok(())
}

/// Looks at a process while it has the parameters of every such look.
fn look(engine: &mut HubEngine, number: u64, health: &mut Health) -> Result<(), String> {
    for (name, value) in [
        ("variant", "international"),
        ("tt-size", "14"),
        ("threads", "1"),
        ("player", "kamen"),
    ] {
        engine.send(&format!("set-param name={name} value={value}"))?;
    }
    engine.send("init")?;
    engine.expect("ready", PATIENCE)?;
    engine.send("pos start")?;
    engine.send("level nodes=5000")?;
    engine.send("go think")?;
    engine.expect("done", PATIENCE)?;
    health.sample(engine.id(), number);
    Ok(())
}
