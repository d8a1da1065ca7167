"""The tables of a new database, as the steps that this stands for leave them."""

from importlib import import_module

import clubscore.club.clock
import clubscore.places
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from clubscore.club.database import MakeTables

# Triggers are said once, where their step sets them.
book = import_module("clubscore.club.migrations.0004_the_book_is_kept")
brought_forward = import_module("clubscore.club.migrations.0011_brought_forward")


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("club", "0001_initial"),
        ("club", "0002_own_laws"),
        ("club", "0003_book"),
        ("club", "0004_the_book_is_kept"),
        ("club", "0005_rates_withdrawn"),
        ("club", "0006_founded_from"),
        ("club", "0007_words_are_codes"),
        ("club", "0008_plain_english"),
        ("club", "0009_sentences_are_codes"),
        ("club", "0010_made_up_again"),
        ("club", "0011_brought_forward"),
        ("club", "0012_closed_clubs"),
        ("club", "0013_news_read"),
        ("club", "0014_clubs_held_apart"),
        ("club", "0015_netting_together"),
        ("club", "0016_set_up"),
        ("club", "0017_two_rates"),
        ("club", "0018_federation_numbers"),
        ("club", "0019_federation_number_of_club"),
        ("club", "0020_pad_heads"),
        ("club", "0021_receipts"),
        ("club", "0022_gazettes"),
        ("club", "0023_published_names"),
        ("club", "0024_keys_begin_with_the_club"),
        ("club", "0025_one_to_one_in_the_club"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        MakeTables([
            migrations.CreateModel(
                name='Club',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, verbose_name='name')),
                    ('slug', models.SlugField(unique=True)),
                    ('time_zone', models.CharField(default='Europe/London', max_length=60, verbose_name='time zone')),
                    ('currency', models.CharField(default='LSD', max_length=3, verbose_name='currency')),
                    ('plays_for_money', models.BooleanField(default=True, verbose_name='plays for money')),
                    ('results_open', models.BooleanField(default=True, verbose_name="players see each other's results")),
                    ('paper', models.CharField(choices=[('A4', 'A4'), ('letter', 'Letter')], default='A4', max_length=6, verbose_name='paper')),
                    ('house', models.JSONField(blank=True, default=dict)),
                    ('wifi_name', models.CharField(blank=True, max_length=32, verbose_name='Wi-Fi name')),
                    ('wifi_password', models.CharField(blank=True, max_length=63, verbose_name='Wi-Fi password')),
                    ('is_demo', models.BooleanField(default=False)),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('created_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('founded_from', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.club')),
                    ('closed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                    ('moved_to', models.CharField(blank=True, editable=False, max_length=200)),
                    ('nets_together', models.BooleanField(default=False, verbose_name='table money and cards are settled together')),
                    ('hours', models.CharField(choices=[('24', '24 hours'), ('12', '12 hours, AM and PM')], default='24', max_length=2, verbose_name='clock')),
                    ('usual_games', models.JSONField(blank=True, default=list)),
                    ('set_up_done', models.PositiveSmallIntegerField(default=4, editable=False)),
                    ('federation', models.CharField(choices=[('none', 'none'), ('ebu', 'EBU (England)'), ('acbl', 'ACBL (North America)'), ('abf', 'ABF (Australia)'), ('nz', 'NZ Bridge (New Zealand)'), ('sbu', 'SBU (Scotland)'), ('other', 'another one')], default='none', max_length=5, verbose_name='federation')),
                    ('federation_number', models.CharField(blank=True, default='', max_length=20, verbose_name="club's number with the federation")),
                    ('pad_heads', models.CharField(choices=[('era', "as in the game's time"), ('we', 'We and They'), ('names', 'lines for names')], default='era', max_length=5, verbose_name='heads of blank score pads')),
                    ('site_address', models.CharField(blank=True, default='', max_length=200, verbose_name='address of the published results')),
                    ('site_has_season', models.BooleanField(default=False, verbose_name='season of the card tables')),
                    ('site_made_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ],
            ),
            migrations.CreateModel(
                name='User',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('password', models.CharField(max_length=128, verbose_name='password')),
                    ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                    ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                    ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                    ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                    ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                    ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                    ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                    ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                    ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                    ('news_read', models.CharField(blank=True, default=clubscore.places.running, max_length=20)),
                ],
                options={
                    'verbose_name': 'user',
                    'verbose_name_plural': 'users',
                    'abstract': False,
                },
                managers=[
                    ('objects', django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name='Person',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('name', models.CharField(max_length=80, verbose_name='name')),
                    ('short_name', models.CharField(max_length=20, verbose_name='short name on the pad')),
                    ('number', models.CharField(blank=True, max_length=20, verbose_name='number')),
                    ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                    ('kind', models.CharField(choices=[('member', 'member'), ('guest', 'guest')], default='member', max_length=6, verbose_name='member or guest')),
                    ('active', models.BooleanField(default=True, verbose_name='active')),
                    ('created_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='club.club')),
                    ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='club.person')),
                    ('is_junior', models.BooleanField(default=False, verbose_name='junior')),
                    ('published', models.CharField(choices=[('usual', 'as usual: members are named, guests and juniors are not'), ('yes', 'named'), ('no', 'not named')], default='usual', max_length=5, verbose_name='in published results')),
                ],
                options={
                    'verbose_name_plural': 'people',
                    'ordering': ['name', 'pk'],
                    'indexes': [models.Index(fields=['club', 'active', 'name'], name='club_person_club_id_671597_idx')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(models.Q(('number', ''), _negated=True), ('merged_into', None)), fields=('club', 'number'), name='one_person_a_number'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='person_has_a_name')],
                },
            ),
            migrations.CreateModel(
                name='Act',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('what', models.CharField(max_length=60)),
                    ('data', models.JSONField(default=dict)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='club.club')),
                ],
                options={
                    'ordering': ['-at', '-pk'],
                    'indexes': [models.Index(fields=['club', '-at'], name='club_act_club_id_b7c26f_idx')],
                },
            ),
            migrations.CreateModel(
                name='OwnLaws',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('game', models.CharField(max_length=40)),
                    ('name', models.CharField(max_length=40, verbose_name='name')),
                    ('rules', models.JSONField()),
                    ('kept_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('kept_by', models.CharField(max_length=120)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='own_laws', to='club.club')),
                ],
                options={
                    'ordering': ['name', 'pk'],
                    'constraints': [models.UniqueConstraint(models.F('club'), models.F('game'), django.db.models.functions.text.Lower('name'), name='own_laws_have_a_name_of_their_own')],
                },
            ),
            migrations.CreateModel(
                name='Entry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('kind', models.CharField(choices=[('rubber', 'made up and agreed'), ('put-right', 'corrected'), ('payment', 'paid'), ('not-paid', 'payment undone'), ('table-money', 'table money'), ('waived', 'table money waived'), ('side-bet', 'bet'), ('changed', 'converted to another currency')], max_length=11)),
                    ('evening', models.DateField()),
                    ('room', models.CharField(blank=True, max_length=20)),
                    ('place', models.CharField(blank=True, max_length=20)),
                    ('sitting', models.PositiveBigIntegerField(blank=True, null=True)),
                    ('subject', models.CharField(blank=True, max_length=40)),
                    ('data', models.JSONField(blank=True, default=dict)),
                    ('law_version', models.CharField(blank=True, max_length=20)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('corrects', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='corrections', to='club.entry')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'verbose_name_plural': 'entries',
                    'ordering': ['pk'],
                    'indexes': [models.Index(fields=['club', 'evening', 'room', 'place'], name='club_entry_club_id_98d7f7_idx'), models.Index(fields=['club', 'at'], name='club_entry_club_id_7c92bc_idx')],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='a_book_entry_counts_once'), models.UniqueConstraint(condition=models.Q(('kind__in', ['not-paid', 'waived'])), fields=('club', 'corrects'), name='taken_back_once'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['not-paid', 'waived']), _negated=True), ('corrects__isnull', False), _connector='OR'), name='taken_back_is_something')],
                },
            ),
            migrations.CreateModel(
                name='Rate',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('currency', models.CharField(max_length=3)),
                    ('coins', models.PositiveBigIntegerField()),
                    ('into', models.CharField(max_length=3)),
                    ('into_coins', models.PositiveBigIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rates', to='club.club')),
                    ('withdrawn', models.BooleanField(default=False)),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('coins__gt', 0), ('into_coins__gt', 0)), name='a_rate_is_something'), models.CheckConstraint(condition=models.Q(('currency', models.F('into')), _negated=True), name='a_rate_is_between_two_coins')],
                },
            ),
            migrations.CreateModel(
                name='TableFee',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('amount', models.PositiveBigIntegerField()),
                    ('currency', models.CharField(max_length=3)),
                    ('per', models.CharField(choices=[('person', 'each person, once an evening'), ('table', 'each table, shared by its players')], default='person', max_length=6)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='table_fees', to='club.club')),
                    ('guest_amount', models.PositiveBigIntegerField(blank=True, null=True)),
                ],
                options={
                    'ordering': ['pk'],
                },
            ),
            migrations.CreateModel(
                name='BroughtForward',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('before', models.DateTimeField()),
                    ('sums', models.JSONField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('club', 'before'), name='a_month_once')],
                },
            ),
            migrations.CreateModel(
                name='EveningGazette',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('evening', models.DateField()),
                    ('shown_at', models.DateTimeField(blank=True, null=True)),
                    ('shown_by', models.CharField(blank=True, max_length=120)),
                    ('left_out', models.JSONField(blank=True, default=list)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='gazettes', to='club.club')),
                ],
                options={
                    'ordering': ['-evening'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'evening'), name='one_gazette_an_evening')],
                },
            ),
            migrations.CreateModel(
                name='Membership',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('role', models.CharField(choices=[('player', 'player'), ('scorer', 'scorer'), ('director', 'director')], default='player', max_length=8, verbose_name='role')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='club.club')),
                    ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='club.person')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(fields=('club', 'user'), name='one_role_a_user_and_club'), models.UniqueConstraint(condition=models.Q(('person__isnull', False)), fields=('club', 'person'), name='one_user_a_person')],
                },
            ),
            migrations.CreateModel(
                name='Account',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('person', 'a person'), ('club', 'the club'), ('exchange', 'currency exchange')], max_length=8)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='accounts', to='club.club')),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='account', to='club.person')),
                ],
                options={
                    'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'person'), ('person__isnull', False)), models.Q(models.Q(('kind', 'person'), _negated=True), ('person', None)), _connector='OR'), name='an_account_is_somebodys'), models.UniqueConstraint(condition=models.Q(('person', None)), fields=('club', 'kind'), name='one_account_of_a_kind'), models.UniqueConstraint(fields=('club', 'person'), name='one_account_a_person')],
                },
            ),
            migrations.CreateModel(
                name='PersonNumber',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('scheme', models.CharField(max_length=10, verbose_name='scheme')),
                    ('number', models.CharField(max_length=20, verbose_name='number')),
                    ('valid_from', models.DateField(blank=True, null=True, verbose_name='valid from')),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='person_numbers', to='club.club')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='numbers', to='club.person')),
                ],
                options={
                    'ordering': ['scheme', 'pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'scheme', 'number'), name='one_person_a_scheme_and_number'), models.UniqueConstraint(fields=('club', 'person', 'scheme'), name='one_number_a_person_and_scheme'), models.CheckConstraint(condition=models.Q(models.Q(('scheme', ''), _negated=True), models.Q(('number', ''), _negated=True)), name='a_number_is_something')],
                },
            ),
            migrations.CreateModel(
                name='Receipt',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('number', models.PositiveIntegerField()),
                    ('words', models.CharField(max_length=200)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='club.entry')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['number'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'number'), name='a_receipt_number_once'), models.UniqueConstraint(fields=('club', 'key'), name='a_receipt_counts_once'), models.CheckConstraint(condition=models.Q(('number__gt', 0)), name='receipts_begin_at_one')],
                },
            ),
            migrations.CreateModel(
                name='Posting',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('currency', models.CharField(max_length=3)),
                    ('amount', models.PositiveBigIntegerField()),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('credited', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='credits', to='club.account')),
                    ('debited', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='debits', to='club.account')),
                    ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='postings', to='club.entry')),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='a_posting_is_something'), models.CheckConstraint(condition=models.Q(('debited', models.F('credited')), _negated=True), name='a_posting_has_two_accounts')],
                },
            ),
            migrations.CreateModel(
                name='VoidReceipt',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('author', models.CharField(max_length=120)),
                    ('device', models.CharField(blank=True, max_length=120)),
                    ('key', models.CharField(max_length=64)),
                    ('reason', models.CharField(blank=True, max_length=200)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('receipt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='void', to='club.receipt')),
                    ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ],
                options={
                    'ordering': ['pk'],
                    'constraints': [models.UniqueConstraint(fields=('club', 'receipt'), name='a_receipt_is_void_once')],
                },
            ),
        ]),
        migrations.RunPython(book.keep, book.let_go),
        migrations.RunPython(brought_forward.take_away, brought_forward.leave),
    ]
