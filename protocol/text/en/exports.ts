export const exports = {
  'exports.html': 'Export (.html)',
} as const
