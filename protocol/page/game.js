/* A game with its variations: a tree of moves, of which one place is looked at. Positions come from the engine. */

export class Game {
  /* `rules` is the engine, `start` the position of the root. `onChange(node, before)` hears of every new place. */
  constructor(rules, start, onChange) {
    this.rules = rules;
    this.variant = start.variant;
    this.root = { move: null, position: start, parent: null, children: [], ply: 0, judged: null, glyphs: [], comment: "" };
    this.current = this.root;
    this.onChange = onChange;
    /* How the game ended by other means than the rules: { result, reason }. */
    this.ended = null;
    this.tags = {};
  }

  /* The side that moves first. */
  get first() {
    return this.root.position.turn;
  }

  get startFen() {
    return this.root.position.fen;
  }

  /* Legal moves at the current place. */
  get legal() {
    return this.current.position.moves;
  }

  /* The legal moves that a text names: as PDN or Hub writes them, or their ends alone. `name` gives a square's name. */
  find(typed, name) {
    const wanted = typed.trim().toLowerCase().replace(/[:*]/g, "x").replace(/[\s–]/g, "");
    const exact = this.legal.filter(move => move.move.toLowerCase() === wanted || move.hub === wanted);
    const ends = ({ path }) => name(path[0]) + name(path.at(-1));
    return exact.length ? exact : this.legal.filter(move => ends(move) === wanted.replace(/[-x]/g, ""));
  }

  /* The nodes from the first move to a node. */
  pathTo(node) {
    const path = [];
    for (let at = node; at.parent; at = at.parent) path.unshift(at);
    return path;
  }

  /* The moves that lead to a node, as Hub writes them. */
  movesTo(node) {
    return this.pathTo(node).map(({ move }) => move.hub);
  }

  /* The nodes of the main line. */
  mainLine() {
    const line = [];
    for (let at = this.root; at.children.length; at = at.children[0]) line.push(at.children[0]);
    return line;
  }

  /* The last node of the line that a node is on. */
  endOf(node) {
    return node.children.length ? this.endOf(node.children[0]) : node;
  }

  /* Adds a move behind a node, or finds it there. */
  add(parent, move) {
    const known = parent.children.find(
      child => child.move.hub === move.hub || (child.move.move === move.move && !child.position),
    );
    if (known) return known;
    const node = { move, position: null, parent, children: [], ply: parent.ply + 1, judged: null, glyphs: [], comment: "" };
    parent.children.push(node);
    return node;
  }

  /* Adds moves behind a node, each a text or { move, glyphs, comment, variations }, as the engine has the games of a PDN text. */
  addLine(parent, moves) {
    let node = parent;
    for (const entry of moves) {
      const { move, glyphs = [], comment = "", variations = [] } = typeof entry === "string" ? { move: entry } : entry;
      const before = node;
      node = Object.assign(this.add(before, { move, hub: move }), { glyphs, comment });
      for (const variation of variations) this.addLine(before, variation);
    }
  }

  /* The same of what stands behind a node; `notes(node)` are what to write beside a move, { glyphs, comment, more }, where `more` are
     other ways to go on instead of it that are not in the tree. */
  writtenLine(node, notes = ({ glyphs, comment }) => ({ glyphs, comment, more: [] })) {
    const moves = [];
    const write = (at, others) => {
      const { glyphs, comment, more } = notes(at);
      const sides = others.map(other => [write(other, []), ...this.writtenLine(other, notes)]);
      const variations = [...sides, ...more];
      if (!glyphs.length && !comment && !variations.length) return at.move.move;
      return { move: at.move.move, glyphs, comment, variations };
    };
    for (let at = node; at.children.length; at = at.children[0]) moves.push(write(at.children[0], at.children.slice(1)));
    return moves;
  }

  /* Which child leads to a node at each of its plies, and the node that such a way leads to, as far as it is there. */
  wayTo(node) {
    return this.pathTo(node).map(at => at.parent.children.indexOf(at));
  }

  atWay(way) {
    return way.reduce((at, index) => at.children[index] ?? at, this.root);
  }

  /* The position of a node, asked for when it is first needed. */
  async load(node) {
    if (!node.position) {
      node.position = await this.rules.position(this.variant, this.startFen, this.movesTo(node));
      if (node.position.last) node.move = node.position.last;
      // As PDN writes them, whatever they were read from.
      this.pathTo(node).forEach((at, index) => (at.move = { ...at.move, move: node.position.played[index] }));
    }
    return node.position;
  }

  /* Plays a legal move at the current place. */
  async play(move) {
    const node = this.add(this.current, move);
    return this.goTo(node);
  }

  /* Looks at a node. The newest wish counts where several wait for positions. */
  async goTo(node) {
    const wish = (this.wish = { node });
    await this.load(node);
    if (this.wish !== wish) return;
    const before = this.current;
    this.current = node;
    this.onChange(node, before);
  }

  back() {
    const from = this.wish?.node ?? this.current;
    return from.parent ? this.goTo(from.parent) : undefined;
  }

  forward() {
    const from = this.wish?.node ?? this.current;
    return from.children.length ? this.goTo(from.children[0]) : undefined;
  }

  toStart() {
    return this.goTo(this.root);
  }

  toEnd() {
    return this.goTo(this.endOf(this.current));
  }

  /* Removes a node and what follows it; the place before it is looked at, if it was seen. */
  async remove(node) {
    const { parent } = node;
    const isSeen = this.pathTo(this.current).includes(node);
    parent.children = parent.children.filter(child => child !== node);
    this.ended = null;
    if (isSeen) await this.goTo(parent);
    else this.onChange(this.current, this.current);
  }

  /* Makes the line of a node the main line. */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.unshift(...children.splice(children.indexOf(at), 1));
    }
    this.onChange(this.current, this.current);
  }

  /* The number of a node's move and whether White made it. */
  numberOf(node) {
    const isWhite = (node.ply % 2 === 1) === (this.first === "white");
    const number = this.first === "white" ? Math.ceil(node.ply / 2) : Math.floor(node.ply / 2) + 1;
    return { number, isWhite };
  }
}
