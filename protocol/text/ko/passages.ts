export const passages = {
  'passages.changed': '글이 바뀌어서 그 문장을 찾지 못했어요. 바뀐 글에서 다시 골라 주세요.',
  'passages.threadFull': '한 노트에는 밑줄과 문장 댓글을 모두 500개까지 남길 수 있어요.',
  'passages.userFull':
    '한 노트에 한 사람이 밑줄과 문장 댓글을 100개까지 남길 수 있어요. 남긴 밑줄을 삭제하고 다시 해 주세요.',
} as const
