// The search box; and what scrolls in its own place can be reached by the keyboard.
document.addEventListener("DOMContentLoaded", () => {
  const box = document.getElementById("search");
  if (box && window.PagefindUI) {
    new PagefindUI({ element: box, bundlePath: box.dataset.bundle, showImages: false, showSubResults: true });
  }
});
const reach = () => {
  for (const part of document.querySelectorAll(".cell_output, article pre, article table, .minigrad-steps")) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
  }
};
window.addEventListener("load", reach);
window.addEventListener("resize", reach);
