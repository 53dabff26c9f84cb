export const tags = {
  'tags.title': '태그',
  'tags.noteCount': '#{tag}, 노트 {count}개',
  'tags.more': '{count}개 더 보기',
  'tags.onlyMostUsed': '노트가 많은 태그만 보여요.',
  'tags.notes': '#{tag} 태그가 있는 노트',
  'tags.suggestions': '내 노트의 태그',
  'tags.empty': '이 태그가 있는 노트가 없어요. 노트에 #{tag} 태그를 적으면 여기에 모여요.',
  'tags.invalid': '태그를 다시 확인해 주세요.',
} as const
