"""What every picture and table stands on: words, a page, a layout."""
