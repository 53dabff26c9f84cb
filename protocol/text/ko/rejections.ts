export const rejections = {
  'error.invalid': '입력한 내용을 확인해 주세요.',
  'error.notSignedIn': '로그인이 필요해요. 다시 로그인해 주세요.',
  'error.forbidden': '이 일을 할 권한이 없어요.',
  'error.notFound': '찾을 수 없어요. 이미 사라졌을 수 있어요.',
  'error.quota': '더 만들 수 없어요. 쓰지 않는 것을 삭제하고 다시 해 주세요.',
  'error.tooLarge': '보낸 내용이 너무 커요.',
  'error.tooMany': '{seconds}초 뒤에 다시 시도해 주세요.',
  'error.storageFull':
    '지금은 서버에 저장할 공간이 없어요. 읽을 수는 있어요. 쓰던 글은 그대로 두고 잠시 뒤에 다시 시도해 주세요.',
  'error.unavailable': '지금은 서버가 답할 수 없어요. 잠시 뒤에 다시 시도해 주세요.',
  'error.internal': '서버에 문제가 생겼어요. 잠시 뒤에 다시 시도해 주세요.',
  'error.offline': '인터넷에 연결되어 있지 않아요. 연결을 확인해 주세요.',
  'error.controlCharacters': '보이지 않는 제어 문자가 들어 있어요. 지우고 다시 해 주세요.',
  'error.tooManyMarks': '한 글자에 부호가 너무 많이 붙어 있어요. 부호를 줄여 주세요.',
  'error.passwordChangeNeeded':
    '임시 비밀번호로 로그인했어요. 내 정보에서 새 비밀번호로 바꾼 뒤에 쓸 수 있어요.',
  'error.tooManyMinutes': '{minutes}분 뒤에 다시 시도해 주세요.',
  'error.tooManyHours': '오늘 횟수를 다 썼어요. {hours}시간 뒤에 다시 시도해 주세요.',
} as const
