"""The stepper's style and script. They stand in every stepper's output, which therefore works in any static page.

The script takes the SVG out of the <img>, shows it instead, and hides what belongs to later steps: groups carry
`data-step`, gradients the class "sent"; what a node keeps (the class "kept") is struck out when its turn has freed it.
It needs no ids, so that the same stepper may stand twice on a page. Its words are put in from Python: FIRST, PLACE.
A picture that is higher than the window has room for scrolls by itself, so that buttons and words stay beside it;
printed, it shows everything.
A button that leads nowhere is only called disabled: a browser takes the focus, and with it the keys, from a real one.
"""

import json
import re

from minigrad.locale import say
from minigrad.viz.sheet.layout import DARK

STYLE = """
[data-jp-theme-light=false] .minigrad-steps :is(.steps-head, svg) { DARK }
.minigrad-steps ul { list-style: none; padding-left: 0.5em; }
.minigrad-steps details { margin: 8px 0; }
.minigrad-steps li { margin: 0.25em 0; }
.minigrad-steps .steps-head { position: sticky; top: 0; z-index: 1; padding: 8px 12px; margin: 8px 0;
  background: #fdfdfb; color: #1f2933; border: 1px solid #d5d9de; border-radius: 10px; }
.minigrad-steps .steps-bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.minigrad-steps .steps-view { overflow: auto; max-height: max(320px, 100vh - 240px); }
.minigrad-steps .steps-view svg { display: block; }
.minigrad-steps button { font: inherit; color: inherit; background: transparent; border: 1px solid currentColor;
  border-radius: 6px; padding: 4px 14px; min-width: 4.2em; cursor: pointer; }
.minigrad-steps [aria-disabled=true] { opacity: 0.4; cursor: default; }
.minigrad-steps :focus-visible { outline: 3px solid #2f80ed; outline-offset: 2px; }
.minigrad-steps input { flex: 0 1 180px; accent-color: #b3400b; }
.minigrad-steps [aria-live] { line-height: 1.4; min-height: 2.8em; margin: 6px 0 0; max-width: 46em; }
.minigrad-steps [aria-current] { font-weight: bold; }
.minigrad-steps svg .later { visibility: hidden; }
.minigrad-steps svg .gone { text-decoration: line-through; opacity: 0.6; }
.minigrad-steps svg .now > :is(ellipse, polygon, path):not([stroke=none]) { stroke: #b3400b; stroke-width: 3.5px; }
.minigrad-steps svg .now .disc circle { fill: #b3400b; stroke: #b3400b; }
.minigrad-steps svg .now .disc text { fill: #ffffff; }
@media print {
  .minigrad-steps .steps-head { display: none; }
  .minigrad-steps .steps-view { overflow: visible; max-height: none; }
  .minigrad-steps svg { max-width: 100%; max-height: 95vh; width: auto; height: auto; }
  .minigrad-steps svg .later { visibility: visible; }
  .minigrad-steps svg .gone { text-decoration: none; opacity: 1; }
  .minigrad-steps details::details-content { content-visibility: visible; block-size: auto; }
}
""".replace("DARK", DARK)

SCRIPT = """
document.querySelectorAll(".minigrad-steps:not([data-ready])").forEach(function (root) {
  var picture = root.querySelector("img"), items = root.querySelectorAll("li"), last = items.length - 1;
  if (!picture || last < 1) return;
  root.setAttribute("data-ready", "");
  root.setAttribute("data-lm-suppress-shortcuts", "true");  // JupyterLab: leave the arrow keys to us
  root.setAttribute("tabindex", "-1");  // a click anywhere in it makes the keys ours
  var bytes = Uint8Array.from(atob(picture.src.split(",")[1]), function (c) { return c.charCodeAt(0); });
  var drawn = new DOMParser().parseFromString(new TextDecoder().decode(bytes), "image/svg+xml").documentElement;
  var svg = document.importNode(drawn, true), title = svg.querySelector("title");
  svg.setAttribute("aria-label", title.textContent);
  title.remove();
  picture.style.display = "none";

  function add(parent, tag, attributes, text) {
    var element = document.createElement(tag);
    Object.keys(attributes).forEach(function (name) { element.setAttribute(name, attributes[name]); });
    element.textContent = text || "";
    return parent.appendChild(element);
  }
  var head = add(root, "div", { "class": "steps-head" });
  var bar = add(head, "div", { "class": "steps-bar", role: "group", "aria-label": STEPS });
  var caption = add(head, "p", { "aria-live": "polite" });
  var view = add(root, "div", { "class": "steps-view", tabindex: 0, role: "group", "aria-label": GRAPH });
  var at = 0, timer = null;
  view.append(svg);
  picture.after(head, view);
  var first = button(FIRST, function () { show(0); }), back = button(BACK, function () { show(at - 1); });
  var play = button(PLAY, toggle);
  var next = button(NEXT, function () { show(at + 1); }), end = button(LAST, function () { show(last); });
  var slider = add(bar, "input", { type: "range", min: 0, max: last, "aria-label": STEP });
  slider.addEventListener("input", function () { stop(); show(+slider.value); follow(); });
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) play.remove();

  function button(text, act) {
    var element = add(bar, "button", { type: "button" }, text);
    element.addEventListener("click", function () {
      if (element.getAttribute("aria-disabled") === "true") return;
      if (act !== toggle) stop();
      act();
      follow();
    });
    return element;
  }
  function follow() {  // to the node whose turn it is, and as far as there is room to what it sends
    var node = svg.querySelector(".now .disc");
    [...svg.querySelectorAll(".now")].concat(node || []).forEach(function (part) {
      (part === node ? part.parentNode : part).scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }
  function stop() { clearInterval(timer); timer = null; play.textContent = PLAY; }
  function toggle() {
    if (timer) return stop();
    if (at === last) show(0);
    play.textContent = PAUSE;
    timer = setInterval(function () {
      var box = view.getBoundingClientRect();
      show(at + 1);
      if (box.bottom > 0 && box.top < innerHeight) follow();  // who has scrolled away is not brought back
      if (at === last || !root.isConnected) stop();
    }, 1500);
  }
  function show(step) {
    at = Math.max(0, Math.min(last, step));
    slider.value = at;
    slider.setAttribute("aria-valuetext", PLACE);
    [first, back, next, end].forEach(function (element, i) {
      element.setAttribute("aria-disabled", at === (i < 2 ? 0 : last));
    });
    caption.textContent = items[at].textContent;
    items.forEach(function (item, i) {
      if (i === at) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
    });
    svg.querySelectorAll("[data-step]").forEach(function (group) {
      var when = +group.getAttribute("data-step");
      group.classList.toggle("now", when === at);
      group.querySelectorAll(".sent, .disc").forEach(function (part) { part.classList.toggle("later", when > at); });
      group.querySelectorAll(".kept").forEach(function (part) { part.classList.toggle("gone", when <= at); });
    });
  }
  root.addEventListener("keydown", function (event) {
    var to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    stop();
    show(to);
    follow();
  });
  show(0);
});
"""
WORDS = {
    "STEPS": say("Steps of the backward pass"),
    "GRAPH": say("The graph"),
    "FIRST": say("First", "a button"),
    "BACK": say("Back", "a button"),
    "PLAY": say("Play", "a button"),
    "PAUSE": say("Pause", "a button"),
    "NEXT": say("Next", "a button"),
    "LAST": say("Last", "a button"),
    "STEP": say("Step", "a slider"),
}


def literal(text):
    """A text as JavaScript has it."""
    return json.dumps(text, ensure_ascii=False)


def expression(sentence):
    """A sentence with names in braces, as JavaScript puts it together: "step " + at + " of " + last."""
    parts = re.split(r"\{(\w+)\}", sentence)  # words and names in turn
    return " + ".join(name if turn % 2 else literal(name) for turn, name in enumerate(parts) if name)


SPOKEN = {name: literal(text) for name, text in WORDS.items()} | {"PLACE": expression(say("step {at} of {last}"))}
SCRIPT = re.sub(r"\b[A-Z]{4,}\b", lambda word: SPOKEN.get(word[0], word[0]), SCRIPT)
