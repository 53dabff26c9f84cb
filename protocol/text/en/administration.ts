export const administration = {
  'administration.title': 'Administration',
  'administration.toNotices': 'Manage notices',
  'administration.suggestions': 'Opinions',
  'administration.people': 'People',
  'administration.notes': 'Notes',
  'administration.hubs': 'Rooms',
  'administration.sockets': 'Open connections now',
} as const
