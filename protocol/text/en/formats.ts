export const formats = {
  'formats.note': 'Note',
  'formats.tip': 'Tip',
  'formats.important': 'Important',
  'formats.warning': 'Warning',
  'formats.caution': 'Caution',
  'formats.details': 'Details',
  'formats.diagram': 'Diagram',
  'formats.diagramNamed': 'Diagram: {title}',
  'formats.drawDiagram': 'Draw diagram',
  'formats.diagramInvalid': 'This text cannot be drawn as a diagram, so it is shown as written.',
  'formats.diagramTooLarge': 'The diagram is too large to draw.',
  'formats.diagramUnavailable':
    'The diagram could not be drawn, so it is shown as written. Reopen the note once you are online.',
} as const
