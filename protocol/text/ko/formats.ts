export const formats = {
  'formats.note': '참고',
  'formats.tip': '도움말',
  'formats.important': '중요',
  'formats.warning': '주의',
  'formats.caution': '경고',
  'formats.details': '자세히 보기',
  'formats.diagram': '도표',
  'formats.diagramNamed': '도표: {title}',
  'formats.drawDiagram': '도표 그리기',
  'formats.diagramInvalid': '도표로 그릴 수 없는 글이라 쓴 그대로 보여 드려요.',
  'formats.diagramTooLarge': '도표가 너무 커서 그릴 수 없어요.',
  'formats.diagramUnavailable':
    '도표를 그리지 못해 쓴 그대로 보여 드려요. 연결된 뒤 노트를 다시 열어 주세요.',
} as const
