export const lists = {
  'list.loadFailed': '목록을 불러오지 못했어요.',
  'list.kept': '새로 불러오지 못해서 전에 본 그대로예요.',
  'page.label': '쪽 목록',
  'page.first': '처음',
  'page.previous': '이전',
  'page.between': '중간',
  'page.next': '다음',
  'page.last': '마지막',
  'page.goTo': '{page}쪽으로 이동',
  'page.current': '현재 {page}쪽',
} as const
