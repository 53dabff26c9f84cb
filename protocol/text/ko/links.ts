export const links = {
  'links.backlinks': '이 노트를 가리키는 노트',
  'links.more': '더 있어요. 최근에 바뀐 노트만 보여요.',
  'links.suggestions': '이어 줄 노트와 소제목',
} as const
