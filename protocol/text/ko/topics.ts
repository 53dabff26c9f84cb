export const topics = {
  'topics.title': '노트 목록',
  'topics.empty': '아직 주제가 없어요. 첫 주제를 만들어 보세요.',
  'topics.viewNotes': '노트 보기',
  'topics.newTopic': '새 주제 이름',
  'topics.create': '주제 만들기',
  'topics.titleLength': '주제 이름을 1~40자로 입력해 주세요.',
  'topics.noteCount': '노트 {count}개',
  'topics.created': '주제를 만들었어요.',
  'topics.gone': '이 주제는 없거나, 이미 사라졌어요.',
} as const
