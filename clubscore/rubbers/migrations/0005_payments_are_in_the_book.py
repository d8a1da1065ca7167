from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("rubber", "0004_into_the_book")]

    operations = [migrations.DeleteModel(name="Payment")]
