export const agora = {
  'agora.title': '아고라',
  'agora.lead': '글마루가 더 나아지도록 의견을 들려주세요.',
  'agora.placeholder': '의견을 10~100자로 남겨 주세요',
  'agora.send': '보내기',
  'agora.tooShort': '의견을 10자 이상 입력해 주세요.',
  'agora.tooLong': '의견을 100자 이하로 줄여 주세요.',
  'agora.suggestion': '제안',
  'agora.answer': '답변',
  'agora.empty': '아직 의견이 없어요. 첫 의견을 남겨 보세요.',
  'agora.deleteAsk': '이 의견을 삭제할까요?',
  'agora.signInToWrite': '로그인하면 의견을 남길 수 있어요.',
  'agora.answerLength': '답변을 1~300자로 입력해 주세요.',
} as const
