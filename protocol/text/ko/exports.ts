export const exports = {
  'exports.html': '내보내기 (.html)',
} as const
