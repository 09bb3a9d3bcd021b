"""Sphinx's settings for the book; tools/book.py lays the sources beside this file, and calls Sphinx."""

project = "minigrad"
author = "The minigrad authors"
copyright = "the minigrad authors, MIT licence"
extensions = ["myst_nb", "sphinx.ext.mathjax"]
language = "en"
root_doc = "index"
exclude_patterns = ["README.md"]

nb_execution_mode = "off"  # what is stored is shown, and the tests hold that to be true
nb_merge_streams = True
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # a cell that shows an error of syntax

html_theme = "furo"
html_title = "minigrad"
html_static_path = ["static"]
html_css_files = ["book.css"]
html_js_files = ["book.js"]
mathjax_path = "tex-svg.js"
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {"navigation_with_keys": True}
html_sidebars = {"**": [
    "sidebar/brand.html", "search.html", "sidebar/scroll-start.html", "sidebar/navigation.html",
    "sidebar/scroll-end.html",
]}
