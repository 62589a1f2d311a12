// The one script that is injected. `build` makes the page from its rows; `measure` says what every element looks like and where every text stands.
({
  build(text) {
    const { tags, data, parents } = JSON.parse(text);
    const nodes = new Array(tags.length).fill(null);
    const make = (name, above) => {
      const inside = above && above.namespaceURI !== "http://www.w3.org/1999/xhtml";
      try {
        if (name === "svg") return document.createElementNS("http://www.w3.org/2000/svg", name);
        if (name === "math") return document.createElementNS("http://www.w3.org/1998/Math/MathML", name);
        return inside ? document.createElementNS(above.namespaceURI, name) : document.createElement(name);
      } catch {
        return document.createElement("rubricate-odd"); // a name that parsers allow and the DOM does not
      }
    };
    for (let row = 0; row < tags.length; row++) {
      const above = parents[row] < 0 ? null : nodes[parents[row]];
      if (tags[row] === null || (parents[row] >= 0 && !above)) continue;
      if (tags[row] === "") {
        nodes[row] = document.createTextNode(data[row]);
      } else {
        nodes[row] = make(tags[row], above);
        for (const [name, value] of data[row]) {
          if (name === "\0") nodes[row].textContent = value;
          else {
            try {
              nodes[row].setAttribute(name, value);
            } catch {} // an attribute of such a name has no look
          }
        }
      }
      if (above) above.appendChild(nodes[row]);
    }
    if (nodes[0]) document.replaceChild(nodes[0], document.documentElement);
    return { nodes, parents };
  },

  measure({ nodes, parents }) {
    const looks = [], numbers = new Map(), rows = new Array(nodes.length).fill(-1), boxes = [];
    const indents = new Array(nodes.length).fill("0px"); // text-indent, which is inherited: it moves a line where it is set
    const range = document.createRange();
    const drawn = (node) => {
      if (node.nodeType === 1) return node.getBoundingClientRect();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const neighbour = (node, side) => {
      let steps = 0;
      for (let other = node[side]; other && steps < 4; other = other[side], steps++) {
        if (other.nodeType !== 1 && other.nodeType !== 3) continue; // a doctype
        const box = drawn(other);
        if (box.height > 0 && box.width > 0) return box;
      }
      return null;
    };
    // Floats and flex items are blocks to CSS even where they stand in the middle of a line, as drop caps and numbers do: then they are not to us.
    const beside = (element, size) => {
      const own = element.getBoundingClientRect();
      return ["previousSibling", "nextSibling"].some((side) => {
        const other = neighbour(element, side);
        if (!other || Math.min(own.bottom, other.bottom) - Math.max(own.top, other.top) <= 0.5 * Math.min(own.height, other.height)) return false;
        const gap = Math.max(other.left - own.right, own.left - other.right);
        return gap <= 0.25 * size || Math.min(own.width, other.width) <= 3 * size;
      });
    };
    const displayed = (element, style) => {
      const display = style.display;
      if (display === "none" || display.startsWith("inline")) return display;
      if (style.position === "absolute" || style.position === "fixed") return "inline"; // it stands elsewhere, and breaks no line here
      const above = element.parentElement;
      const moved = style.float !== "none" || (above && /flex|grid/.test(getComputedStyle(above).display));
      return moved && beside(element, parseFloat(style.fontSize)) ? "inline" : display;
    };
    const pixels = (element, style, name) => {
      if (style.getPropertyValue(name) === "0px") return 0;
      const value = element.computedStyleMap().get(name);
      return value && value.unit === "px" && value.value >= -200 && value.value <= 400 ? value.value : 0;
    };
    const clipped = (element, style) => {
      if (parseFloat(style.textIndent) <= -900) return true;
      if (style.position !== "absolute" && style.position !== "fixed") return false;
      if (/^rect\((0px|1px, 1px)/.test(style.clip) || /^inset\((50%|100%)/.test(style.clipPath)) return true;
      const box = element.getBoundingClientRect();
      const tiny = box.width <= 1 && box.height <= 1 && style.overflow !== "visible" && box.width + box.height > 0;
      return tiny || parseFloat(style.left) <= -900 || (box.width > 0 && box.right <= 0);
    };
    for (let row = 0; row < nodes.length; row++) {
      const node = nodes[row];
      if (!node) continue;
      if (node.nodeType === 3) {
        if (!/\S/.test(node.data)) continue;
        const box = drawn(node);
        if (box.width > 0 || box.height > 0) boxes.push([row, box.left, box.top, box.width, box.height].map((value) => Math.round(value * 10) / 10));
        continue;
      }
      const style = getComputedStyle(node);
      indents[row] = style.textIndent;
      const before = parents[row] < 0 ? "0px" : indents[parents[row]];
      let indent = (node === document.body ? 0 : pixels(node, style, "margin-left")) + pixels(node, style, "padding-left");
      if (style.textIndent !== before) indent += pixels(node, style, "text-indent");
      const look = [
        displayed(node, style), style.visibility, clipped(node, style) ? 1 : 0, style.fontSize, style.fontWeight, style.fontStyle,
        style.textDecorationLine, style.color, style.textTransform, style.textAlign, style.whiteSpace, Math.round(indent * 100) / 100,
      ];
      const key = look.join("|");
      if (!numbers.has(key)) {
        numbers.set(key, looks.length);
        looks.push(look);
      }
      rows[row] = numbers.get(key);
    }
    return JSON.stringify({ looks, rows, boxes });
  },
})
