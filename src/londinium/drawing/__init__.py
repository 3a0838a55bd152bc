"""What the drawings of all games share: in the terminal, and as SVG pictures."""
