/** From here on the rooms stand beside the room. In rem, so that enlarged text keeps each of them alone. */
export const TWO_PANES = '(min-width: 75rem)'
