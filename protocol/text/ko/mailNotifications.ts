export const mailNotifications = {
  'mailNotifications.title': '이메일로 알림 받기',
  'mailNotifications.lead': '아직 보지 않은 소식을 확인한 이메일 주소로 보내요.',
  'mailNotifications.default':
    '아직 고르지 않아서, 푸시 알림을 받지 않는 동안 나를 부르거나 나에게 답한 말만 보내요.',
  'mailNotifications.mustConfirm':
    '이메일 주소를 확인하면 메일로 알림을 받을 수 있어요. 내 정보에서 확인 메일을 받아 주세요.',
  'mailNotifications.loadFailed': '메일 설정을 불러오지 못했어요.',
  'mailNotifications.kinds': '보낼 것',
  'mailNotifications.kind.mention': '나를 부른 말',
  'mailNotifications.kind.reply': '내 댓글에 답한 말',
  'mailNotifications.kind.comment': '내 노트의 댓글',
  'mailNotifications.kind.invited': '방 초대',
  'mailNotifications.kind.note': '방에 올라온 새 노트',
  'mailNotifications.every.never': '받지 않음',
  'mailNotifications.every.soon': '15분 동안 안 보면',
  'mailNotifications.every.daily': '날마다',
  'mailNotifications.every.weekly': '한 주에 한 번',
  'mailNotifications.when':
    '날마다 받는 메일은 아침 8시, 한 주에 한 번 받는 메일은 월요일 아침 8시에 보내요. 알림을 끈 방에서는 나를 부른 말만 보내요.',
  'mailNotifications.digests': '한 주 모아 보기를 받을 방 ({chosen}/{all})',
  'mailNotifications.digestsMeaning': '월요일 아침 8시에 그 방에서 아직 안 읽은 새 노트를 모아 보내요.',
  'mailNotifications.noRooms': '아직 들어간 방이 없어요.',
  'mailNotifications.mutedRoom': '알림을 끈 방',
  'mailNotifications.bounced':
    '메일이 되돌아와서 더는 보내지 않아요. 이메일 주소가 맞는지, 메일함이 가득 차지 않았는지 확인해 주세요.',
  'mailNotifications.complained': '글마루의 메일을 스팸으로 신고하셔서 더는 보내지 않아요.',
  'mailNotifications.turnOn': '다시 받기',

  'mailNotifications.mail.subject': '글마루 소식 {count}개',
  'mailNotifications.mail.digestSubject': '‘{room}’ 지난 한 주의 새 노트 {count}개',
  'mailNotifications.mail.title': '아직 보지 않은 소식 {count}개',
  'mailNotifications.mail.digestLead': '지난 한 주 동안 올라온 노트 가운데 아직 안 읽은 것 {count}개예요.',
  'mailNotifications.mail.open': '글마루에서 보기',
  'mailNotifications.mail.more': '그 밖에 {count}개가 더 있어요.',
  'mailNotifications.mail.why': '글마루의 알림 설정에 따라 보내 드려요.',
  'mailNotifications.mail.whyDigest': '이 방의 한 주 모아 보기를 받기로 하셔서 보내 드려요.',
  'mailNotifications.mail.settings': '알림 설정',
  'mailNotifications.mail.unsubscribe': '그만 받기',

  'mailNotifications.page.title': '메일 그만 받기',
  'mailNotifications.page.ask': '글마루의 알림 메일을 더는 받지 않을까요?',
  'mailNotifications.page.askDigest': '이 방의 한 주 모아 보기를 더는 받지 않을까요?',
  'mailNotifications.page.button': '그만 받기',
  'mailNotifications.page.done':
    '이제 알림 메일을 보내지 않아요. 알림 설정에서 언제든지 다시 받을 수 있어요.',
  'mailNotifications.page.doneDigest':
    '이제 이 방의 한 주 모아 보기를 보내지 않아요. 알림 설정에서 언제든지 다시 받을 수 있어요.',
  'mailNotifications.page.missing':
    '쓸 수 없는 주소예요. 오래된 메일이라면 글마루의 알림 설정에서 메일을 끌 수 있어요.',
  'mailNotifications.page.busy': '요청이 너무 많아요. 잠시 뒤에 다시 시도해 주세요.',
  'mailNotifications.page.toApp': '글마루로 가기',
} as const
