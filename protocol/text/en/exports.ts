export const exports = {
  'exports.html': 'Export (.html)',
  'exports.topic': 'Export (.zip)',
  'exports.making': 'Making the file.',
  'exports.waiting': 'Waiting a moment before going on.',
  'exports.made': 'Exported as a file.',
  'exports.fromDevice': 'You are offline, so the text on this device was exported.',
  'exports.tooLarge': 'This topic is too large. Download all of your data in My information.',
  'topics.merge': 'Merge into another topic',
  'topics.mergeAsk': 'Move all notes of “{title}” to “{into}”, and remove the empty topic?',
  'topics.mergeConfirm': 'Merge',
  'topics.merged': 'Merged {count} {count#one note|other notes} into “{into}”.',
  'topics.unmerged': 'Brought “{title}” back.',
} as const
