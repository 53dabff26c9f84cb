export const refusals = {
  'error.controlCharacters': '보이지 않는 제어 문자가 들어 있어요. 지우고 다시 해 주세요.',
  'error.tooManyMarks': '한 글자에 부호가 너무 많이 붙어 있어요. 부호를 줄여 주세요.',
  'error.passwordChangeNeeded':
    '임시 비밀번호로 로그인했어요. 내 정보에서 새 비밀번호로 바꾼 뒤에 쓸 수 있어요.',
  'error.tooManyMinutes': '{minutes}분 뒤에 다시 시도해 주세요.',
  'error.tooManyHours': '오늘 횟수를 다 썼어요. {hours}시간 뒤에 다시 시도해 주세요.',
} as const
