export const reactions = {
  'reactions.title': 'Empathize',
  'reactions.count': 'Empathy {count}',
  'reactions.who': 'Who empathizes',
  'reactions.commentGone': 'That comment was deleted.',
  'reactions.whoLeft': '{count} {count#one friend|other friends} who left',
} as const
