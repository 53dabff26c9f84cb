export const topics = {
  'topics.title': 'Notes',
  'topics.empty': 'There are no topics yet. Make your first one.',
  'topics.viewNotes': 'View notes',
  'topics.newTopic': 'Name of the new topic',
  'topics.create': 'Make topic',
  'topics.titleLength': 'Please enter a topic name of 1~40 characters.',
  'topics.noteCount': '{count} notes',
  'topics.created': 'Your new topic is ready.',
  'topics.gone': 'This topic does not exist, or is gone already.',
} as const
