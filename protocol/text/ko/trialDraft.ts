export const trialDraft = {
  'trialDraft.label': '둘러보기에서 가져온 글',
  'trialDraft.comesAlong': '가져갈 글',
  'trialDraft.take': '내 글로 옮기기',
  'trialDraft.topic': '처음 쓴 글',
  'trialDraft.atLeaving': '둘러보기에서 가져온 글은 로그아웃하면 사라져요.',
} as const
