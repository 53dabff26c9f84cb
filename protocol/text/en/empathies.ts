export const empathies = {
  'empathies.title': 'Empathize',
  'empathies.count': 'Empathy {count}',
  'empathies.commentGone': 'That comment is gone.',
  'empathies.whoLeft': '{count} who left',
} as const
