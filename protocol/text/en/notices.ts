export const notices = {
  'notices.title': 'Notices',
} as const
