export const reactions = {
  'reactions.title': '공감',
  'reactions.count': '공감 {count}',
  'reactions.who': '공감한 사람',
  'reactions.commentGone': '그 댓글은 삭제됐어요.',
  'reactions.whoLeft': '나간 친구 {count}명',
} as const
