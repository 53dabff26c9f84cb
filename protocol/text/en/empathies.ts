export const empathies = {
  'empathies.title': 'Empathize',
  'empathies.count': 'Empathy {count}',
  'empathies.who': 'Who empathizes',
  'empathies.commentGone': 'That comment was deleted.',
  'empathies.whoLeft': '{count} {count#one friend|other friends} who left',
} as const
