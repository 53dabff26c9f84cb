export const errors = {
  'error.invalid': 'Please check what you entered.',
  'error.notSignedIn': 'Please sign in again.',
  'error.forbidden': 'You don’t have permission.',
  'error.notFound': 'This could not be found. It may already be gone.',
  'error.quota': 'You can’t have more of these. Please delete some that you no longer use and try again.',
  'error.tooLarge': 'What you sent is too large.',
  'error.tooMany': 'Please try again in {seconds} {seconds#one second|other seconds}.',
  'error.storageFull':
    'The server has no room to save right now. You can still read. Keep what you are writing, and try again in a moment.',
  'error.unavailable': 'The server cannot answer now. Please try again shortly.',
  'error.internal': 'Something went wrong on the server. Please try again shortly.',
  'error.offline': 'You are offline. Please check your connection.',
  'error.controlCharacters':
    'There are invisible control characters in it. Please remove them and try again.',
  'error.tooManyMarks': 'One letter carries too many marks. Please use fewer.',
  'error.passwordChangeNeeded':
    'You signed in with a temporary password. Please set a new one in My information to go on.',
  'error.tooManyMinutes': 'Please try again in {minutes} {minutes#one minute|other minutes}.',
  'error.tooManyHours': 'Please try again in {hours} {hours#one hour|other hours}.',

  'quota.topics':
    'One person can have 1,000 topics. Please delete some that you no longer use and try again.',
  'quota.notes':
    'One person can have 20,000 notes. Please delete some that you no longer use, empty the trash, and try again a minute later.',
  'quota.hubsPinned': 'Up to 5 rooms can be pinned. Please unpin another one first.',
  'quota.hubsMade': 'One person can create 500 rooms. Please add friends to one of them instead.',
  'quota.notePictures':
    'Each person can keep 200 MB of pictures. Delete ones you do not need from your notes and the trash; the space is free again a day later.',
  'quota.blocks':
    'One person can block 1,000 people. Please unblock somebody in My information and try again.',
  'quota.passkeys': 'You can have up to 20 passkeys. Delete one that you do not use and try again.',
  'quota.pushDevices':
    'One person can get notifications on up to 10 devices. Turn them off on another device and try again.',
} as const
