export const notices = {
  'notices.title': '공지',
} as const
