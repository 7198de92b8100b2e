//! x
use kamen::rules::*;
use kamen::search::*;
struct P;
impl<R: Rules> Handler<R> for P {
    fn iteration(&mut self, i: &Info<R>) {
        println!(
            "{} {:.1} {} {} {:.2} {:.2} {}",
            i.depth,
            i.mean_depth,
            i.score,
            i.nodes,
            i.time.as_secs_f64(),
            i.nodes as f64 / i.time.as_secs_f64() / 1e6,
            i.pv.len()
        );
    }
}
fn main() {
    for v in Variant::ALL {
        kamen::with_rules!(v, R => {
        let p = Position::<R>::start(v);
        let g = Game::new(v,p); let tt=TranspositionTable::new(22);
        let l = Limits{budget:Some(Budget::move_time(4.0)), ..Limits::default()};
        search(&g,&kamen::eval::HandMade,&tt,&l,&Control::new(),&mut P);
         })
    }
}
