export const carrying = {
  'carrying.label': '둘러보기에서 가져온 글',
  'carrying.comesAlong': '가져갈 글',
  'carrying.take': '내 글로 옮기기',
  'carrying.topic': '처음 쓴 글',
  'carrying.atLeaving': '둘러보기에서 가져온 글은 로그아웃하면 사라져요.',
} as const
