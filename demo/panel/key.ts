/** The panel for the person who shows the shop. */
