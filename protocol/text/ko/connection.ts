export const connection = {
  'connection.disconnected': '연결이 끊겼어요. 다시 연결하고 있어요.',
  'connection.unreached': '서버에 연결되지 않아요. 로그인은 그대로 두고 다시 연결하고 있어요.',
  'connection.kept': '연결 없이 열었어요. 이 기기에 있는 내용을 보여 드려요.',
  'connection.keptSince': '마지막 연결:',
  'connection.crowded':
    '지금은 열린 창이 너무 많아 새 소식이 바로 보이지 않아요. 다른 창을 닫으면 다시 이어져요.',
  'connection.reconnected': '다시 연결했어요.',
  'connection.late': '지금은 새 소식이 늦게 보일 수 있어요.',
  'connection.newVersion': '새 버전이 나왔어요.',
  'connection.sessionEnded': '로그인이 만료됐어요. 다시 로그인해 주세요.',
} as const
