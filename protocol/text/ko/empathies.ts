export const empathies = {
  'empathies.title': '공감',
  'empathies.count': '공감 {count}',
  'empathies.who': '공감한 사람',
  'empathies.commentGone': '그 댓글은 삭제됐어요.',
  'empathies.whoLeft': '나간 친구 {count}명',
} as const
