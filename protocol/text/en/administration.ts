export const administration = {
  'administration.title': 'Administration',
  'administration.toNotices': 'Manage notices',
  'administration.suggestions': 'Opinions',
  'administration.people': 'People',
  'administration.notes': 'Notes',
  'administration.hubs': 'Rooms',
  'administration.sockets': 'Open connections now',
  'administration.allOpinions': 'All opinions',
  'administration.unanswered': 'Waiting for an answer',
  'administration.noUnanswered': 'Every opinion has an answer.',
  'administration.moreUnanswered':
    'The {count} that {count#one has|other have} waited longest {count#one comes|other come} first.',
} as const
