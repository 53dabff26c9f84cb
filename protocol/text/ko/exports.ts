export const exports = {
  'exports.html': '내보내기 (.html)',
  'exports.topic': '내보내기 (.zip)',
  'exports.making': '파일을 만들고 있어요.',
  'exports.waiting': '잠시 기다렸다가 이어서 만들어요.',
  'exports.made': '파일로 내보냈어요.',
  'exports.fromDevice': '인터넷에 연결되지 않아 이 기기에 있는 글을 내보냈어요.',
  'exports.tooLarge': '주제가 너무 커요. 내 정보에서 모든 데이터를 내려받아 주세요.',
  'topics.merge': '다른 주제와 합치기',
  'topics.mergeAsk': '‘{title}’의 노트를 모두 ‘{into}’ 주제로 옮기고, 빈 주제를 없앨까요?',
  'topics.mergeConfirm': '합치기',
  'topics.merged': '노트 {count}개를 ‘{into}’ 주제로 합쳤어요.',
  'topics.unmerged': '‘{title}’ 주제를 되돌렸어요.',
} as const
