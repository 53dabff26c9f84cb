export const links = {
  'links.backlinks': '이 노트를 가리키는 노트',
  'links.more': '더 보기',
  'links.suggestions': '이어 줄 노트와 소제목',
} as const
