export const shares = {
  'shares.panel': '공유할 방',
  'shares.share': '노트 공유',
  'shares.cancel': '공유 취소',
  'shares.shared': '공유했어요.',
  'shares.cancelled': '공유를 취소했어요.',
  'shares.audience': '{count}명이 읽게 돼요',
  'shares.noFriends': '아직 노트를 나눌 친구가 없어요. 친구 목록에서 친구를 찾아 추가해 보세요.',
  'shares.toFriends': '친구 목록',
} as const
