export const errors = {
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

  'quota.topics': '주제는 한 사람이 1,000개까지 만들 수 있어요. 쓰지 않는 주제를 삭제하고 다시 해 주세요.',
  'quota.notes':
    '노트는 한 사람이 20,000개까지 쓸 수 있어요. 쓰지 않는 노트를 삭제하고 휴지통을 비운 뒤, 1분쯤 지나 다시 해 주세요.',
  'quota.hubsMade': '방은 한 사람이 500개까지 만들 수 있어요. 있는 방에 친구를 더해 보세요.',
  'quota.hubsPinned': '방은 5개까지 고정할 수 있어요. 다른 방의 고정을 풀고 다시 해 주세요.',
  'quota.notePictures':
    '그림은 한 사람이 200MB까지 둘 수 있어요. 쓰지 않는 그림을 노트와 휴지통에서 삭제하면 하루 뒤에 자리가 나요.',
  'quota.blocks': '한 사람이 1,000명까지 차단할 수 있어요. 내 정보에서 차단을 해제하고 다시 해 주세요.',
  'quota.passkeys': '패스키는 한 사람이 20개까지 만들 수 있어요. 쓰지 않는 패스키를 삭제하고 다시 해 주세요.',
  'quota.pushDevices':
    '알림은 한 사람이 기기 10대까지 받을 수 있어요. 다른 기기에서 알림을 끄고 다시 해 주세요.',
} as const
